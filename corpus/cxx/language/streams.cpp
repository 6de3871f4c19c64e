// Strings are built and written by two threads; what is written makes no difference.
#include <iostream>
#include <string>
#include <thread>

int main()
{
    std::string text = "one";
    std::thread worker([&text] { text += " and two"; });
    worker.join();
    std::cout << text << ' ' << text.size() << std::endl;
    while (text.size() != 11) {
    }
}
