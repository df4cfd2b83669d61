//! When thinking has to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// One stop flag and one deadline for everything that is thought about a decision: a search hands its clock on to the
/// searches inside its rollouts, so that nobody thinks on when the decision is due.
#[derive(Clone, Copy, Debug)]
pub struct Clock<'a> {
    stop: Option<&'a AtomicBool>,
    until: Option<Instant>,
}

impl Clock<'_> {
    /// There is all the time in the world.
    pub const NONE: Clock<'static> = Clock { stop: None, until: None };
}

impl<'a> Clock<'a> {
    /// Until somebody sets the flag.
    pub fn stopped_by(stop: &'a AtomicBool) -> Clock<'a> {
        Clock { stop: Some(stop), until: None }
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
