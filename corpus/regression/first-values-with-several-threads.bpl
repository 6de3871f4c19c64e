// What memory holds at the start was given to it by the first thread's first step, after what a faster thread had stored there.

axiom {:unhang_lowered} {:unhang_start "waiting", "storing"} true;

const {:unhang_object "00"} flag: $pointer;

procedure waiting()
{
start:
  assume $load_bv8(flag) == 0bv8;
  goto end;
end:
  return;
}

procedure storing()
{
start:
  call $store(flag, 1bv8);
  goto end;
end:
  return;
}
