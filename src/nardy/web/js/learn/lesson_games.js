// Which games have a lesson. The first page asks, so their steps are read elsewhere.

/** Games with a lesson, in the order of the library. */
export const LESSONS = [
  ...["long-nardy", "backgammon", "nackgammon", "hypergammon", "longgammon", "sudden-death", "nuclear", "caucasian", "portes", "tavla"],
  ...["plakoto", "tapa", "mahbusa", "gul-bara", "mad-gulbar", "fevga", "moultezim", "maghribiyya", "gioul"],
];
