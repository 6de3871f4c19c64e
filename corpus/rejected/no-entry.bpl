// No procedure named main, and two that nobody calls: where should it start?
procedure First()
{
}

procedure Second()
{
}
