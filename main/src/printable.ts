/** A line of somebody's words, such that it steers no terminal and reads in the order it is written. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '·')
