// The constructor of a global object throws: nobody can catch that, and `main` does not run.
struct Wrong {
  Wrong() { throw 1; }
} wrong;

int main() {}
