//! Worker threads that stay: a step of self-play lasts about a millisecond, too short to start threads for.

use std::any::Any;
use std::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// How often a worker looks for the next job before it sleeps: about as long as a caller thinks between steps.
const LOOKS: u32 = 20_000;

type Job<'a> = &'a (dyn Fn() + Sync);

/// Threads that all run the same job, together with the one that calls.
pub(super) struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

struct Shared {
    /// The job of the current epoch. Written only while no worker is busy.
    job: UnsafeCell<Option<Job<'static>>>,
    epoch: AtomicU64,
    busy: AtomicUsize,
    /// What a worker has panicked with.
    panicked: Mutex<Option<Box<dyn Any + Send>>>,
    quit: AtomicBool,
    asleep: AtomicUsize,
    lock: Mutex<()>,
    wake: Condvar,
}

// SAFETY: `job` is written by the one caller of `Pool::run` (which has `&mut self`) while no worker is busy, and read
// by workers only after they have seen the epoch that the writing precedes.
unsafe impl Sync for Shared {}
// SAFETY: a job is a shared reference to something `Sync`.
unsafe impl Send for Shared {}

impl Pool {
    /// So many threads, the caller's included.
    pub(super) fn new(threads: usize) -> Pool {
        let shared = Arc::new(Shared {
            job: UnsafeCell::new(None),
            epoch: AtomicU64::new(0),
            busy: AtomicUsize::new(0),
            panicked: Mutex::new(None),
            quit: AtomicBool::new(false),
            asleep: AtomicUsize::new(0),
            lock: Mutex::new(()),
            wake: Condvar::new(),
        });
        let start = |_| {
            let shared = shared.clone();
            thread::spawn(move || shared.work())
        };
        let workers = (1..threads).map(start).collect();
        Pool { shared, workers }
    }

    pub(super) fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Does the work for every task, each once, on all threads.
    pub(super) fn each<T: Send>(&mut self, tasks: &mut [T], work: impl Fn(&mut T) + Sync) {
        let count = tasks.len();
        let first = First(tasks.as_mut_ptr());
        let next = AtomicUsize::new(0);
        self.run(&|| {
            let first = &first;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    return;
                }
                // SAFETY: the counter gives every index below the length to one thread only.
                work(unsafe { &mut *first.0.add(index) });
            }
        });
    }

    fn run(&mut self, job: Job<'_>) {
        let shared = &*self.shared;
        // SAFETY: the reference is used by workers only until they are no longer busy, which is awaited below also
        // when the caller's own share panics; nothing else changes it meanwhile, as `self` is borrowed mutably.
        unsafe { *shared.job.get() = Some(std::mem::transmute::<Job<'_>, Job<'static>>(job)) };
        shared.busy.store(self.workers.len(), Ordering::Relaxed);
        shared.epoch.fetch_add(1, Ordering::SeqCst);
        if shared.asleep.load(Ordering::SeqCst) > 0 {
            let _lock = shared.lock.lock().unwrap_or_else(PoisonError::into_inner);
            shared.wake.notify_all();
        }
        let own = catch_unwind(AssertUnwindSafe(job));
        let mut looks = 0;
        while shared.busy.load(Ordering::Acquire) > 0 {
            looks += 1;
            if looks < LOOKS { std::hint::spin_loop() } else { thread::yield_now() }
        }
        let others = shared.panicked.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(panic) = own.err().or(others) {
            std::panic::resume_unwind(panic);
        }
    }
}

/// The first of many tasks, shared between threads that each take different ones.
struct First<T>(*mut T);

// SAFETY: see `Pool::each`: every task is touched by one thread only, and may be sent there.
unsafe impl<T: Send> Sync for First<T> {}

impl Shared {
    fn work(&self) {
        let mut seen = 0;
        loop {
            seen = self.next_epoch(seen);
            if self.quit.load(Ordering::Relaxed) {
                return;
            }
            // SAFETY: the epoch has been seen, so the job is written and stays until this worker is not busy.
            let job = unsafe { *self.job.get() }.expect("an epoch has a job");
            if let Err(panic) = catch_unwind(AssertUnwindSafe(job)) {
                *self.panicked.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
            }
            self.busy.fetch_sub(1, Ordering::Release);
        }
    }

    /// Waits for another epoch than the one seen, awake at first.
    fn next_epoch(&self, seen: u64) -> u64 {
        for _ in 0..LOOKS {
            let epoch = self.epoch.load(Ordering::Acquire);
            if epoch != seen {
                return epoch;
            }
            std::hint::spin_loop();
        }
        // Counted asleep before the last look, so that whoever begins an epoch after that look sees it and wakes.
        self.asleep.fetch_add(1, Ordering::SeqCst);
        let mut lock = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while self.epoch.load(Ordering::SeqCst) == seen {
            lock = self.wake.wait(lock).unwrap_or_else(PoisonError::into_inner);
        }
        drop(lock);
        self.asleep.fetch_sub(1, Ordering::SeqCst);
        self.epoch.load(Ordering::Acquire)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.quit.store(true, Ordering::Relaxed);
        self.shared.epoch.fetch_add(1, Ordering::SeqCst);
        let lock = self.shared.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.shared.wake.notify_all();
        drop(lock);
        for worker in self.workers.drain(..) {
            // A worker catches its panics, so there is nothing to hear from it.
            let _ = worker.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_done_once_on_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut pool = Pool::new(threads);
            let mut tasks = vec![0u32; 100];
            for _ in 0..50 {
                pool.each(&mut tasks, |task| *task += 1);
            }
            assert!(tasks.iter().all(|&done| done == 50));
        }
    }

    #[test]
    fn a_panic_of_any_task_reaches_the_caller_and_the_pool_goes_on() {
        let mut pool = Pool::new(3);
        let mut tasks: Vec<u32> = (0..64).collect();
        let caught = catch_unwind(AssertUnwindSafe(|| pool.each(&mut tasks, |task| assert!(*task != 40))));
        assert!(caught.is_err());
        pool.each(&mut tasks, |task| *task = 0);
        assert!(tasks.iter().all(|&task| task == 0));
    }
}
