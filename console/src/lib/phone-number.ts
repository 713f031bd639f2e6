/** Eleven digits of mainland China, or + with country code; blanks and dashes do not count. Spec §5. */
export const isPhone = (text: string): boolean =>
  /^(1[3-9]\d{9}|\+861[3-9]\d{9}|\+(?!86)[1-9]\d{6,14})$/.test(text.replaceAll(/[\s-]/g, ''))
