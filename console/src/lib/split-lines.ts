/** What is typed one a line, or with commas between; nothing of blanks. */
export const splitLines = (typed = ''): string[] => typed.split(/[\s,，;；]+/).filter(line => line !== '')
