// Which of two objects lies lower, be they static, of a function or on the heap: nobody says, but it stays so while both live.
//
// The objects of which somebody has asked this have places in a list, in the order of their addresses. One that is asked about for
// the first time gets any place among the others. Pointers in the list may point anywhere into their objects. An object loses its
// place when it is freed; those that end with a function keep theirs.

const $most_places: bv32;
axiom $most_places == 8bv32;

var $places: [bv32]$pointer;
var $place_count: bv32;

// To be asked about pointers into objects: their order is known if they are into the same one.
function $is_at(places: [bv32]$pointer, count: bv32, index: bv32, pointer: $pointer) returns (bool)
{
  $less_32(index, count) && $ordered(places[index], pointer)
}

// The place of the object, or 8 if it has none.
function $place_of(places: [bv32]$pointer, count: bv32, pointer: $pointer) returns (bv32)
{
  if $is_at(places, count, 0bv32, pointer) then 0bv32
  else if $is_at(places, count, 1bv32, pointer) then 1bv32
  else if $is_at(places, count, 2bv32, pointer) then 2bv32
  else if $is_at(places, count, 3bv32, pointer) then 3bv32
  else if $is_at(places, count, 4bv32, pointer) then 4bv32
  else if $is_at(places, count, 5bv32, pointer) then 5bv32
  else if $is_at(places, count, 6bv32, pointer) then 6bv32
  else if $is_at(places, count, 7bv32, pointer) then 7bv32
  else 8bv32
}

procedure $address_is_below(self: bv32, first: $pointer, second: $pointer) returns (is_below: bool)
{
  call $find_place(first);
  call $find_place(second);
  is_below := $less_32($place_of($places, $place_count, first), $place_of($places, $place_count, second));
}

procedure $find_place(pointer: $pointer)
{
  var place: bv32;
  // A number that somebody calls a pointer is no object's address.
  if ($ordered(pointer, $offset($null, 4096bv64))) {
    assume {:unhang_unsupported "the order of the address of an object and a number"} true;
  }
  atomic {
    if ($place_of($places, $place_count, pointer) != 8bv32) {
      return;
    }
    if ($place_count == $most_places) {
      assume {:unhang_unsupported "the order of the addresses of more than eight objects"} true;
    }
    if (*) { place := 0bv32; }
    else if (*) { place := 1bv32; }
    else if (*) { place := 2bv32; }
    else if (*) { place := 3bv32; }
    else if (*) { place := 4bv32; }
    else if (*) { place := 5bv32; }
    else if (*) { place := 6bv32; }
    else { place := 7bv32; }
    place := if $less_32($place_count, place) then $place_count else place;
    $places := $places
      [7bv32 := $after_insertion($places, 7bv32, 6bv32, place, pointer)]
      [6bv32 := $after_insertion($places, 6bv32, 5bv32, place, pointer)]
      [5bv32 := $after_insertion($places, 5bv32, 4bv32, place, pointer)]
      [4bv32 := $after_insertion($places, 4bv32, 3bv32, place, pointer)]
      [3bv32 := $after_insertion($places, 3bv32, 2bv32, place, pointer)]
      [2bv32 := $after_insertion($places, 2bv32, 1bv32, place, pointer)]
      [1bv32 := $after_insertion($places, 1bv32, 0bv32, place, pointer)]
      [0bv32 := if place == 0bv32 then pointer else $places[0bv32]];
    $place_count := $add_32($place_count, 1bv32);
  }
}

// What is at the index when the pointer has been put into its place.
function $after_insertion(places: [bv32]$pointer, index: bv32, before: bv32, place: bv32, pointer: $pointer) returns ($pointer)
{
  if $less_32(index, place) then places[index] else if index == place then pointer else places[before]
}

// The object is about to be freed. To be used in a step of the caller.
procedure $lose_place(object: $pointer)
{
  var place: bv32;
  if ($place_count != 0bv32 && object != $null) {
    place := $place_of($places, $place_count, object);
    if (place != 8bv32) {
      $places := $places
        [0bv32 := $after_removal($places, 0bv32, 1bv32, place)]
        [1bv32 := $after_removal($places, 1bv32, 2bv32, place)]
        [2bv32 := $after_removal($places, 2bv32, 3bv32, place)]
        [3bv32 := $after_removal($places, 3bv32, 4bv32, place)]
        [4bv32 := $after_removal($places, 4bv32, 5bv32, place)]
        [5bv32 := $after_removal($places, 5bv32, 6bv32, place)]
        [6bv32 := $after_removal($places, 6bv32, 7bv32, place)]
        [7bv32 := $null];
      $place_count := $subtract_32($place_count, 1bv32);
    }
  }
}

function $after_removal(places: [bv32]$pointer, index: bv32, next: bv32, place: bv32) returns ($pointer)
{
  if $less_32(index, place) then places[index] else places[next]
}

procedure $no_places()
{
  $place_count := 0bv32;
  $places := $places
    [0bv32 := $null][1bv32 := $null][2bv32 := $null][3bv32 := $null]
    [4bv32 := $null][5bv32 := $null][6bv32 := $null][7bv32 := $null];
}

// `std::string` asks whether something is in its own text, with two questions of order of which the answers about another object
// do not matter. A string has a pointer to the text at 0 and the length at 8.
procedure $is_outside_of_string(self: bv32, string: $pointer, other: $pointer) returns (unwinding: $pointer, is_outside: bool)
{
  var text: $pointer;
  var length: bv64;
  text := $load_pointer(string);
  length := $load_bv64($offset(string, 8bv64));
  unwinding := $null;
  is_outside := !$ordered(other, text) || $below(other, text) || $below($offset(text, length), other);
}
