/** A file of a far system. */
export interface RemoteFile {
  /** Beneath the place of the connection, parts divided by `/`: `orders/2024.csv`. */
  readonly path: string
  readonly sizeBytes: number
  readonly modifiedMs: number
  /** Another one when the content is another. */
  readonly tag: string
}

/**
 * What a listing shows and nobody reads. `hidden` begins with a dot, `link` is a link or a device; these are meant to be left
 * out. `depth` lies deeper than folders are followed, `name` cannot be asked for: these are missing.
 */
export interface PassedOver {
  /** As far as it can be told. */
  readonly path: string
  readonly why: 'hidden' | 'link' | 'depth' | 'name'
}

/** Part of a file, or a reason to stop. */
export interface FetchOptions {
  /** Only so many bytes from the beginning. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

/** Where files lie that are brought here to be read. */
export interface ReadableStore {
  /** Every file appears when it is whole: none can be met while it is being written. */
  readonly isAtomic?: boolean
  /** Every file of a folder and of the folders in it, in any order. `''` is the place of the connection itself. */
  list(folder: string, signal?: AbortSignal): AsyncIterable<RemoteFile | PassedOver>
  /** null where there is none. */
  find(path: string, signal?: AbortSignal): Promise<RemoteFile | null>
  /** Brings exactly this version of a file. @throws Failure `source.changed` when it is another one now */
  fetch(file: RemoteFile, toPath: string, options: FetchOptions): Promise<void>
  /** Ends the session. */
  close(): Promise<void>
}

/** Files are made here and sent there, too. */
export interface RemoteStore extends ReadableStore {
  /** Puts a new file, visible when it is whole. @throws Failure whose cause is `sent` when nobody knows whether it is there */
  put(path: string, bytes: Buffer, signal: AbortSignal): Promise<void>
}
