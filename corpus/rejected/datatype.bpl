// Datatypes are not supported.
datatype Option { None(), Some(value: int) }

procedure main()
{
}
