// Types with arguments, as Civl has them.
type Loc;
var lock: Map (One Loc) (Vec int);

procedure main()
{
}
