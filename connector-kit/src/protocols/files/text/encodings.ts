/** Encodings that are read, by the names of the WHATWG. All but the first four are read only where a person says so. */
export const encodings = [
  'utf-8',
  'gb18030',
  'utf-16le',
  'utf-16be',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-1252',
  'windows-1250',
  'windows-1251',
] as const
export type Encoding = (typeof encodings)[number]

/** What an encoding that is no Unicode may be taken for, likeliest first where nothing speaks for one of them. */
export const legacyEncodings = [
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-1252',
  'windows-1250',
  'windows-1251',
] as const satisfies readonly Encoding[]
export type LegacyEncoding = (typeof legacyEncodings)[number]

/** As people know them, in messages. */
export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  big5: 'Big5',
  shift_jis: 'Shift-JIS',
  'euc-jp': 'EUC-JP',
  'euc-kr': 'EUC-KR',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
}
