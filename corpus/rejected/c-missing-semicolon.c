/* clang's own message is passed on, with its line. */
int main(void)
{
  int x = 1
  return x;
}
