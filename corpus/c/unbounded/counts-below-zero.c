// A loop that counts down and asks whether an unsigned number is at least zero, as it always is: behind zero comes the largest number.
int main(void) {
    for (unsigned i = 10; i >= 0; i--) {
    }
    return 0;
}
