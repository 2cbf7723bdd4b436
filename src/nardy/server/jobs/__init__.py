"""Work that the club hands to other processes: the queue, wake-ups, and answers in order."""
