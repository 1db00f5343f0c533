/** Positions worth looking at. */

/** A game for two in its middle, with something of everything. */
export const MIDDLE =
  'c 3 d1 s1 YYKK/-/BBWW/-/- YR 8,8,8,8,8 7,3,8,7,6 9:-/1Y/-/2K/3W:..R../...../KW.Y./...../.....:- 7:1B/2R/-/3Y/-:.Y.../.B.../...../...B./.....:x';
/** Two players, and nearly as many tiles in the centre as there can be, of every colour. */
export const FULL_CENTRE =
  'c 3 d1 s1 -/-/-/-/- xBBBBYYYRRRRKWW 8,8,8,8,8 5,3,5,8,6 9:-/1Y/-/2K/3W:..R../...../KW.Y./...../.....:- 7:1B/2R/-/3Y/-:.Y.../.B.../...../...B./.....:-';
/** A gray wall with a column to choose. */
export const COLUMN =
  'g 3 t1 s2 -/-/-/-/- - 8,8,8,8,8 5,8,7,7,9 9:-/1W/3R/2K/-:..B.R/..KY./.B.W./..Y../.....:- 12:-/1Y/2K/-/4B:Y..../..RB./.W.../...../.....:x';
/** A game of two up to its fourth round: the position before its first deal, and all since. */
export const START =
  'c 1 r s1 -/-/-/-/- - 20,20,20,20,20 0,0,0,0,0 0:-/-/-/-/-:...../...../...../...../.....:- 0:-/-/-/-/-:...../...../...../...../.....:-';
export const FOUR_ROUNDS = `
  =BRRK/BBYW/BBWW/BBRW/BRKW 2B2 1R2 cY1 cW1 3B3 4B3 cW4 5B3 cB3 cK5 cW4 cR4
  =RRKW/RKKW/BYYR/BWWW/BBRK 4W3 2K2 3Y2 5K1 cB4 cR3 1R1 cK5 cW5
  =BRKK/YYKW/KKWW/YKKW/BKWW 1B1 2Y2 cK4 cR1 3W2 cK5 5K4 cW3 4K3 cB- cW5 cY-
  =BYRK/YYYW/YYRK/YYYK/BRRW 4K1 cY3`
  .trim()
  .split(/\s+/);
/** The end of a round: 4Y3 and cB5 take the last tiles, and three lines are full. */
export const LAST_TILES =
  'c 4 d1 s2 -/-/-/BBYY/- - 4,4,4,4,4 8,5,11,11,9 23:1K/2R/1Y/2B/3W:.YR.W/.BY.K/..B.R/..W.Y/..K..:- 19:-/-/-/3Y/-:BY.K./.BYR./.W.../...../..KW.:x';
export const THREE =
  'c 4 d1 s2 BYRK/BBYR/BYKW/BKWW/-/YRWW/- xYYRWW 7,6,7,5,6 0,0,0,0,0 22:-/-/-/2R/2K:..RKW/..YRK/.W.Y./.KW../.....:- 20:1K/-/-/-/2W:BYR../WBY../K..Y./R..../.....:- 27:-/-/-/4K/4B:.YRK./.BYR./.WBY./R..../.....:-';
export const FOUR =
  'c 4 d1 s2 BBYW/YRKW/YRKW/RRWW/-/BRKK/BBRR/-/- xBBBRKKKW 2,0,2,4,1 0,0,0,0,0 21:-/-/1B/3W/4Y:.YRK./.BYR./.W.Y./...../.....:- 14:-/2Y/1B/3Y/4W:BYR../WB..K/...../..WB./..K..:- 23:1R/-/-/1B/-:BY.K./WB.R./KW.../R..../.....:- 27:1W/-/-/-/1K:.YRK./..YRK/..BYR/.K.../.R...:-';
/** Four on gray walls, in the middle of tiling. */
export const FOUR_COLUMN =
  'g 3 t1 s4 -/-/-/-/-/-/-/-/- - 6,6,9,6,7 4,3,0,0,1 19:1B/2W/3Y/-/5K:...KR/...Y./...W./...BK/...R.:K 12:1W/2B/3R/1R/1K:...YK/...RW/...../...K./...B.:- 12:1R/1B/3W/1K/1B:...KB/...WY/...Y./...../.....:- 37:-/-/-/-/-:..RKB/..WYR/...WY/..YRW/...B.:xY';
