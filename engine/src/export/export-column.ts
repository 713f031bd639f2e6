/** What all values of a column are. Anything but whole numbers of 64 bits and truth is text, so that no digit is lost. */
export type ExportKind = 'int' | 'boolean' | 'text'

export interface ExportColumn {
  /** As it stands in the file. */
  readonly name: string
  readonly kind: ExportKind
}
