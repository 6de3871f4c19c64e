// std::list: the links between its nodes, which form a ring.
//
//: _ZNSt8__detail15_List_node_base7_M_hookEPS0_
//: _ZNSt8__detail15_List_node_base9_M_unhookEv
//: _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_
//: _ZNSt8__detail15_List_node_base10_M_reverseEv
//: _ZNSt8__detail15_List_node_base4swapERS0_S1_

namespace std {
namespace __detail {

struct _List_node_base {
  _List_node_base *next;
  _List_node_base *previous;

  static void swap(_List_node_base &first, _List_node_base &second) noexcept;
  void _M_transfer(_List_node_base *first, _List_node_base *end) noexcept;
  void _M_reverse() noexcept;
  void _M_hook(_List_node_base *position) noexcept;
  void _M_unhook() noexcept;
};

// This node goes in front of the position.
void _List_node_base::_M_hook(_List_node_base *position) noexcept {
  next = position;
  previous = position->previous;
  previous->next = this;
  position->previous = this;
}

void _List_node_base::_M_unhook() noexcept {
  previous->next = next;
  next->previous = previous;
}

// The nodes from the first up to the end, which is not one of them, go in front of this one.
void _List_node_base::_M_transfer(_List_node_base *first, _List_node_base *end) noexcept {
  if (this == end || first == end)
    return;
  _List_node_base *last = end->previous;
  first->previous->next = end;
  end->previous = first->previous;
  first->previous = previous;
  previous->next = first;
  last->next = this;
  previous = last;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base *node = this;
  do {
    _List_node_base *following = node->next;
    node->next = node->previous;
    node->previous = following;
    node = following;
  } while (node != this);
}

// A ring whose header has moved from one place to the other.
static void settle(_List_node_base &to, const _List_node_base &from, const _List_node_base *old) {
  if (from.next == old) {
    to.next = to.previous = &to;
    return;
  }
  to = from;
  to.next->previous = to.previous->next = &to;
}

void _List_node_base::swap(_List_node_base &first, _List_node_base &second) noexcept {
  const _List_node_base one = first, other = second;
  settle(first, other, &second);
  settle(second, one, &first);
}

} // namespace __detail
} // namespace std
