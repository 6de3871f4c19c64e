// std::map, std::set and their like: red-black trees.
//
// The header is no node of the tree: its parent is the root, its left and right are the first and the last node. It is red, and
// the root is black, which tells the header from the root: each is the other's parent.
//
//: _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base
//: _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base
//: _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base
//: _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base
//: _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_
//: _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_

namespace std {

enum _Rb_tree_color { red = false, black = true };

struct _Rb_tree_node_base {
  _Rb_tree_color color;
  _Rb_tree_node_base *parent;
  // Left and right.
  _Rb_tree_node_base *child[2];
};

typedef _Rb_tree_node_base Node;

static const int LEFT = 0, RIGHT = 1;

// On which side of its parent the node is.
static int side(const Node *node) { return node->parent->child[RIGHT] == node; }

// The outermost node of a tree on one side.
static Node *outermost(Node *node, int at) {
  while (node->child[at])
    node = node->child[at];
  return node;
}

// The next node in order, towards one side; the header after the last one.
static Node *neighbour(Node *node, int towards) {
  if (node->child[towards])
    return outermost(node->child[towards], !towards);
  Node *above = node->parent;
  while (node == above->child[towards]) {
    node = above;
    above = above->parent;
  }
  // The root may be the last node, and the way up then leads from the header to the root.
  return node->child[towards] == above ? node : above;
}

Node *_Rb_tree_increment(Node *node) noexcept { return neighbour(node, RIGHT); }
const Node *_Rb_tree_increment(const Node *node) noexcept { return neighbour(const_cast<Node *>(node), RIGHT); }

// In front of the header is the last node.
static Node *before(Node *node) {
  if (node->color == red && node->parent->parent == node)
    return node->child[RIGHT];
  return neighbour(node, LEFT);
}

Node *_Rb_tree_decrement(Node *node) noexcept { return before(node); }
const Node *_Rb_tree_decrement(const Node *node) noexcept { return before(const_cast<Node *>(node)); }

// Puts one node, which may be none, where another one hangs.
static void replace(Node *old, Node *by, Node &header) {
  if (old == header.parent)
    header.parent = by;
  else
    old->parent->child[side(old)] = by;
  if (by)
    by->parent = old->parent;
}

// The node goes down to the given side, and its child on the other side takes its place.
static void rotate(Node *node, int down, Node &header) {
  Node *up = node->child[!down];
  Node *between = up->child[down];
  replace(node, up, header);
  node->child[!down] = between;
  if (between)
    between->parent = node;
  up->child[down] = node;
  node->parent = up;
}

void _Rb_tree_insert_and_rebalance(const bool is_left, Node *node, Node *parent, Node &header) noexcept {
  node->parent = parent;
  node->child[LEFT] = node->child[RIGHT] = nullptr;
  node->color = red;
  if (parent == &header) {
    header.parent = header.child[LEFT] = header.child[RIGHT] = node;
  } else {
    const int at = is_left ? LEFT : RIGHT;
    parent->child[at] = node;
    if (parent == header.child[at])
      header.child[at] = node;
  }
  while (node != header.parent && node->parent->color == red) {
    Node *above = node->parent->parent;
    const int at = side(node->parent);
    Node *uncle = above->child[!at];
    if (uncle && uncle->color == red) {
      node->parent->color = uncle->color = black;
      above->color = red;
      node = above;
      continue;
    }
    if (side(node) != at) {
      node = node->parent;
      rotate(node, at, header);
    }
    node->parent->color = black;
    above->color = red;
    rotate(above, !at, header);
  }
  header.parent->color = black;
}

// The paths through the node, which may be none, below the parent lack a black node.
static void restore(Node *node, Node *parent, Node &header) {
  while (node != header.parent && (!node || node->color == black)) {
    const int at = node == parent->child[RIGHT];
    Node *sibling = parent->child[!at];
    if (sibling->color == red) {
      sibling->color = black;
      parent->color = red;
      rotate(parent, at, header);
      sibling = parent->child[!at];
    }
    Node *inner = sibling->child[at], *outer = sibling->child[!at];
    if ((!inner || inner->color == black) && (!outer || outer->color == black)) {
      sibling->color = red;
      node = parent;
      parent = parent->parent;
      continue;
    }
    if (!outer || outer->color == black) {
      inner->color = black;
      sibling->color = red;
      rotate(sibling, !at, header);
      sibling = parent->child[!at];
    }
    sibling->color = parent->color;
    parent->color = black;
    sibling->child[!at]->color = black;
    rotate(parent, at, header);
    break;
  }
  if (node)
    node->color = black;
}

Node *_Rb_tree_rebalance_for_erase(Node *const node, Node &header) noexcept {
  for (int at = LEFT; at <= RIGHT; ++at) {
    if (header.child[at] != node)
      continue;
    // The parent of the last node is the header.
    header.child[at] = node->child[!at] ? outermost(node->child[!at], at) : node->parent;
  }
  _Rb_tree_color lost = node->color;
  Node *moved, *parent;
  if (node->child[LEFT] && node->child[RIGHT]) {
    // Its successor, which has no left child, takes its place and its colour.
    Node *successor = outermost(node->child[RIGHT], LEFT);
    lost = successor->color;
    moved = successor->child[RIGHT];
    parent = successor;
    if (successor != node->child[RIGHT]) {
      parent = successor->parent;
      replace(successor, moved, header);
      successor->child[RIGHT] = node->child[RIGHT];
      successor->child[RIGHT]->parent = successor;
    }
    replace(node, successor, header);
    successor->child[LEFT] = node->child[LEFT];
    successor->child[LEFT]->parent = successor;
    successor->color = node->color;
  } else {
    moved = node->child[node->child[LEFT] ? LEFT : RIGHT];
    parent = node->parent;
    replace(node, moved, header);
  }
  if (lost == black)
    restore(moved, parent, header);
  return node;
}

} // namespace std
