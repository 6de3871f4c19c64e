// A guard object marks a section that every way out of the block leaves, also that by an exception.
#include <thread>

#include "../../../crates/frontend/include/unhang.h"

static int level;

static void climb(int to)
{
    unhang::section guard(&level);
    UNHANG_SECTION("climb", &level);
    if (to > 1)
        throw to;
    ++level;
}

int main()
{
    std::thread worker([] {
        for (int step = 0; step < 3; ++step) {
            try {
                climb(step);
            } catch (int) {
                return;
            }
        }
    });
    worker.join();
    return level == 2 ? 0 : 1;
}
