export { CsvParser, type CsvRow } from './csv/csv-parser.ts'
export { CsvReader } from './csv/csv-reader.ts'
export * from './failure.ts'
export * from './file-names.ts'
export { fileSourceParams, fileTargetParams, SourceOptions, TargetOptions } from './file-params.ts'
export type { FoundFile } from './found-file.ts'
export { LineCutter } from './line-cutter.ts'
export { chooseFormat, openReader } from './open-reader.ts'
export { describeFile } from './readings/describe-file.ts'
export {
  type FolderEntry,
  isLostName,
  isPlainPath,
  listFoldersTo,
  toHiddenPart,
  walkFolders,
} from './remote/folders.ts'
export { sayExamples } from './remote/list-folder.ts'
export { readRemoteFiles, workOnRemoteFiles } from './remote/remote-files.ts'
export {
  filePatternParam,
  readyParams,
  remoteObjectParams,
  remotePlaceParams,
  remoteSourceParams,
  remoteTargetParams,
} from './remote/remote-params.ts'
export type { FetchOptions, PassedOver, ReadableStore, RemoteFile, RemoteStore } from './remote/remote-store.ts'
export { MAX_PAGE_LENGTH, type ReadRow, type RowReader } from './rows.ts'
export { decodeFile } from './text/decode.ts'
export type { Encoding } from './text/encodings.ts'
export { readHead } from './text/read-chunks.ts'
export { detectEncoding } from './text/recognise-encoding.ts'
export { encodeGb18030 } from './write/encode-gb18030.ts'
export { checkRecord, formatRecords } from './write/format-records.ts'
export * from './write/write-checked.ts'
export { MAX_SHEET_ROWS, writeXlsx } from './write/xlsx-stream.ts'
export { writeZip, type ZipOptions, type ZipPart } from './write/zip-stream.ts'
export { formatSerial, isDateFormat } from './xlsx/cell-date.ts'
export { countDigits, readCell } from './xlsx/cell-value.ts'
export { listSheets, readSheetRows } from './xlsx/xlsx-reader.ts'
