"""Workers: processes that think for the club by leased jobs."""
