// What goes on beside requests. A process without the API loads these alone: routes and contracts took it 28 MB.
export { type AggregateWorker, createAggregateWorker } from './modules/aggregate/worker.ts'
export { type AlertWatch, type AlertWatchDeps, createAlertWatch } from './modules/alert/alert-watch.ts'
export { createExportWorker, type ExportWorker } from './modules/export-job/worker.ts'
export { createTenantFiles, type TenantFiles } from './modules/file/tenant-files.ts'
export { createUploadStore, type UploadStore } from './modules/file/upload-store.ts'
export type { Mail, MailOutcome, MailSender } from './modules/notice/mail-sender.ts'
export { createNoticeMailer, type NoticeMailer, type NoticeMailerDeps } from './modules/notice/mailer.ts'
export { sayWords } from './platform/messages.ts'
