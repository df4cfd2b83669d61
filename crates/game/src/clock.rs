//! When thinking has to end, and whether somebody wants to know what is found by now.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::Analysis;

/// One stop flag and one deadline for everything that is thought about a decision: a search hands its clock on to the
/// searches inside its rollouts, so that nobody thinks on when the decision is due.
#[derive(Clone, Copy, Debug)]
pub struct Clock<'a> {
    stop: Option<&'a AtomicBool>,
    until: Option<Instant>,
    interim: Option<&'a Interim>,
}

/// Where a search leaves what it has found by now, when it is asked. Moves are numbers.
#[derive(Default, Debug)]
pub struct Interim {
    wanted: AtomicBool,
    found: Mutex<Option<Analysis<u64>>>,
}

impl Interim {
    /// Asks for what is found by now.
    pub fn ask(&self) {
        self.wanted.store(true, Ordering::Relaxed);
    }

    /// The answer, once there is one.
    pub fn take(&self) -> Option<Analysis<u64>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Clock<'_> {
    /// There is all the time in the world.
    pub const NONE: Clock<'static> = Clock { stop: None, until: None, interim: None };
}

impl<'a> Clock<'a> {
    /// Until somebody sets the flag.
    pub fn stopped_by(stop: &'a AtomicBool) -> Clock<'a> {
        Clock { stop: Some(stop), ..Clock::NONE }
    }

    /// The same, and no longer than until then.
    pub fn until(self, time: Instant) -> Clock<'a> {
        Clock { until: Some(self.until.map_or(time, |until| until.min(time))), ..self }
    }

    /// The same, and no longer than this from now on.
    pub fn within(self, time: Duration) -> Clock<'a> {
        // A time that no clock can tell never comes.
        Instant::now().checked_add(time).map_or(self, |end| self.until(end))
    }

    /// The same, and whoever searches by it answers there.
    pub fn answering(self, interim: &'a Interim) -> Clock<'a> {
        Clock { interim: Some(interim), ..self }
    }

    /// The same for who thinks about something else than what is asked.
    pub fn aside(self) -> Clock<'a> {
        Clock { interim: None, ..self }
    }

    /// Says what is found by now, if somebody has asked.
    #[inline]
    pub fn tell(&self, found: impl FnOnce() -> Analysis<u64>) {
        if let Some(interim) = self.interim.filter(|interim| interim.wanted.load(Ordering::Relaxed)) {
            interim.wanted.store(false, Ordering::Relaxed);
            *interim.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(found());
        }
    }

    /// Whether the time is up. This asks the time: loops of microseconds ask now and then.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earlier_of_two_times_counts_and_so_does_the_flag() {
        assert!(!Clock::NONE.is_over());
        let (past, hour) = (Instant::now(), Duration::from_secs(3600));
        assert!(Clock::NONE.until(past).within(hour).is_over());
        assert!(Clock::NONE.within(hour).until(past).is_over());
        assert!(!Clock::NONE.within(Duration::MAX).is_over());
        let stop = AtomicBool::new(false);
        let clock = Clock::stopped_by(&stop).within(hour);
        assert!(!clock.is_over());
        stop.store(true, Ordering::Relaxed);
        assert!(clock.is_over());
    }
}
