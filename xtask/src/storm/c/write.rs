//! The text of a random program.

use super::{Condition, Function, Number, OBJECTS, Recursion, Source, Statement, THREAD};

const HEAD: &str = "\
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

";

impl Source {
    /// The program as C.
    pub fn text(&self) -> String {
        let mut writer = Writer { text: HEAD.to_owned(), depth: 0, loops: 0 };
        for which in 0..OBJECTS {
            writer.line(&format!("static pthread_mutex_t mutex{which} = PTHREAD_MUTEX_INITIALIZER;"));
            writer.line(&format!("static pthread_cond_t changed{which} = PTHREAD_COND_INITIALIZER;"));
            writer.line(&format!("static sem_t places{which};"));
            writer.line(&format!("static int ready{which};"));
            writer.line(&format!("static atomic_int flag{which}, lock{which}, counter{which};"));
        }
        writer.line("");
        writer.line("static inline int is_busy(pthread_mutex_t *mutex) {");
        writer.line("  if (pthread_mutex_trylock(mutex) != 0)");
        writer.line("    return 1;");
        writer.line("  pthread_mutex_unlock(mutex);");
        writer.line("  return 0;");
        writer.line("}");
        // Whoever is called comes first, since functions call only those behind them.
        for (number, function) in self.functions.iter().enumerate().rev() {
            writer.function(number, function);
        }
        let children = self.children.iter().enumerate().map(|(number, body)| (child(number), body));
        let threads = self.threads.iter().enumerate().map(|(number, body)| (format!("{THREAD}{number}"), body));
        // Children start none of their kind.
        for (name, body) in children.chain(threads) {
            writer.line("");
            writer.line(&format!("static void *{name}(void *arg) {{"));
            writer.inside(body);
            writer.line("  return arg;");
            writer.line("}");
        }
        writer.main(self);
        writer.text
    }
}

struct Writer {
    text: String,
    depth: usize,
    /// How many loops and threads there were, each of which has a variable of its own name.
    loops: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text.push_str(&"  ".repeat(self.depth));
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn function(&mut self, number: usize, function: &Function) {
        self.line("");
        self.line(&format!("static void work{number}(int depth) {{"));
        match function.recursion {
            Recursion::None => self.line("  (void)depth;"),
            Recursion::Counted => {
                self.line("  if (depth <= 0)");
                self.line("    return;");
            }
            Recursion::Open => {
                self.line("  if (__VERIFIER_nondet_bool())");
                self.line("    return;");
            }
        }
        self.inside(&function.body);
        match function.recursion {
            Recursion::None => {}
            Recursion::Counted => self.line(&format!("  work{number}(depth - 1);")),
            Recursion::Open => self.line(&format!("  work{number}(depth);")),
        }
        self.line("}");
    }

    fn main(&mut self, source: &Source) {
        self.line("");
        self.line("int main(void) {");
        self.depth += 1;
        (0..source.threads.len()).for_each(|number| self.line(&format!("pthread_t id{number};")));
        (0..OBJECTS).for_each(|which| self.line(&format!("sem_init(&places{which}, 0, {which});")));
        for number in 0..source.threads.len() {
            self.line(&format!("pthread_create(&id{number}, NULL, {THREAD}{number}, NULL);"));
        }
        source.main.iter().for_each(|statement| self.statement(statement));
        for (number, _) in source.joins.iter().enumerate().filter(|(_, is_joined)| **is_joined) {
            self.line(&format!("pthread_join(id{number}, NULL);"));
        }
        self.line("return 0;");
        self.depth -= 1;
        self.line("}");
    }

    fn inside(&mut self, body: &[Statement]) {
        self.depth += 1;
        body.iter().for_each(|statement| self.statement(statement));
        self.depth -= 1;
    }

    fn block(&mut self, head: &str, body: &[Statement]) {
        self.line(&format!("{head} {{"));
        self.inside(body);
        self.line("}");
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Locked { mutex, body, is_unlocked } => {
                self.line(&format!("pthread_mutex_lock(&mutex{mutex});"));
                body.iter().for_each(|statement| self.statement(statement));
                if *is_unlocked {
                    self.line(&format!("pthread_mutex_unlock(&mutex{mutex});"));
                }
            }
            Statement::Await { which, is_looped } => {
                self.line(&format!("pthread_mutex_lock(&mutex{which});"));
                self.line(&format!("{} (!ready{which})", if *is_looped { "while" } else { "if" }));
                self.line(&format!("  pthread_cond_wait(&changed{which}, &mutex{which});"));
                self.line(&format!("pthread_mutex_unlock(&mutex{which});"));
            }
            Statement::Notify { which, is_locked, is_broadcast } => {
                let how = if *is_broadcast { "broadcast" } else { "signal" };
                if *is_locked {
                    self.line(&format!("pthread_mutex_lock(&mutex{which});"));
                }
                self.line(&format!("ready{which} = 1;"));
                self.line(&format!("pthread_cond_{how}(&changed{which});"));
                if *is_locked {
                    self.line(&format!("pthread_mutex_unlock(&mutex{which});"));
                }
            }
            Statement::Take(which) => self.line(&format!("sem_wait(&places{which});")),
            Statement::Give(which) => self.line(&format!("sem_post(&places{which});")),
            Statement::Spin { flag, yields } => {
                self.line(&format!("while (!atomic_load(&flag{flag}))"));
                self.line(if *yields { "  sched_yield();" } else { "  ;" });
            }
            Statement::Flag { flag, value } => self.line(&format!("atomic_store(&flag{flag}, {value});")),
            Statement::Exchanged { lock, body } => {
                self.line(&format!("while (atomic_exchange(&lock{lock}, 1))"));
                self.line("  ;");
                body.iter().for_each(|statement| self.statement(statement));
                self.line(&format!("atomic_store(&lock{lock}, 0);"));
            }
            Statement::Count { counter, is_atomic: false } => {
                self.line(&format!("counter{counter} = (counter{counter} + 1) % 3;"));
            }
            Statement::Count { counter, is_atomic: true } => {
                self.line(&format!("atomic_fetch_xor(&counter{counter}, 1);"))
            }
            Statement::Times { rounds, body } => {
                self.loops += 1;
                let name = format!("i{}", self.loops);
                self.block(&format!("for (int {name} = 0; {name} < {rounds}; {name}++)"), body);
            }
            Statement::UpTo { number, body } => {
                self.loops += 1;
                let (most, index) = (format!("n{}", self.loops), format!("i{}", self.loops));
                let ty = match number {
                    Number::Signed | Number::Assumed => "int",
                    Number::Unsigned | Number::Remainder => "unsigned",
                };
                self.line(&match number {
                    Number::Signed | Number::Assumed => format!("int {most} = __VERIFIER_nondet_int();"),
                    Number::Unsigned => format!("unsigned {most} = __VERIFIER_nondet_uint();"),
                    Number::Remainder => format!("unsigned {most} = __VERIFIER_nondet_uint() % 3;"),
                });
                if *number == Number::Assumed {
                    self.line(&format!("__VERIFIER_assume(0 <= {most} && {most} < 3);"));
                }
                self.block(&format!("for ({ty} {index} = 0; {index} < {most}; {index}++)"), body);
            }
            Statement::Start { child: number, is_joined } => {
                self.loops += 1;
                let id = format!("id_of_child{}", self.loops);
                self.line(&format!("pthread_t {id};"));
                self.line(&format!("pthread_create(&{id}, NULL, {}, NULL);", child(*number)));
                if *is_joined {
                    self.line(&format!("pthread_join({id}, NULL);"));
                }
            }
            Statement::While { condition, body } => self.block(&format!("while ({})", text(condition)), body),
            Statement::If { condition, then, otherwise } => {
                self.block(&format!("if ({})", text(condition)), then);
                if !otherwise.is_empty() {
                    self.block("else", otherwise);
                }
            }
            Statement::Call { function, depth } => self.line(&format!("work{function}({depth});")),
            Statement::Exit => self.line("exit(0);"),
        }
    }
}

/// What a thread is called that others than `main` may start.
fn child(number: usize) -> String {
    format!("{THREAD}_child{number}")
}

fn text(condition: &Condition) -> String {
    match condition {
        Condition::Any => "__VERIFIER_nondet_bool()".to_owned(),
        Condition::Flag(flag, is_set) => format!("{}atomic_load(&flag{flag})", if *is_set { "" } else { "!" }),
        Condition::Counter(counter, value) => format!("atomic_load(&counter{counter}) == {value}"),
        Condition::Busy(mutex) => format!("is_busy(&mutex{mutex})"),
    }
}
