/** A file on this machine that is to be read. */
export interface FoundFile {
  /** Resource id, without a sheet. */
  readonly id: string
  readonly path: string
  /** Shown to people; its ending tells the format. */
  readonly name: string
  readonly sizeBytes: number
  readonly modifiedMs: number
}
