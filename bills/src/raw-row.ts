/** A file that lies on this machine. */
export interface BillFile {
  readonly path: string
  /** Shown to people; its ending tells the kind. */
  readonly name: string
  readonly sizeBytes: number
}

/** A row of a file before anything is known about it. */
export interface RawRow {
  /** From 1, as an editor or Excel counts. */
  readonly line: number
  /** As it stands there, without its line break; cells of a sheet with tabs between. */
  readonly text: string
  readonly cells: readonly string[]
  /** What stands there, in words that the format knows; absent: `text` says it itself. */
  readonly said?: string
}
