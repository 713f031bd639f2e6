import './server/messages.ts'

// What goes on beside requests. A process without the API loads these alone: routes and contracts took it 28 MB.

export { sayWords } from './http/messages.ts'
export { createTenantWorker, type TenantWorker } from './modules/admin/tenant-end/worker.ts'
export { createTenantFiles, type OpenDirectory, type TenantFiles } from './modules/connect/file/tenant-files.ts'
export { createUploadStore, type UploadStore } from './modules/connect/file/upload-store.ts'
export { createWebhookWorker, type WebhookWorker } from './modules/gateway/webhook/worker.ts'
export type { Mail, MailOutcome, MailSender } from './modules/identity/notice/mail-sender.ts'
export { createNoticeMailer, type NoticeMailer, type NoticeMailerDeps } from './modules/identity/notice/mailer.ts'
export { type AggregateWorker, createAggregateWorker } from './modules/insight/aggregate/worker.ts'
export { type AlertWatch, type AlertWatchDeps, createAlertWatch } from './modules/insight/alert/alert-watch.ts'
export { createMarketCounter } from './modules/market/market/count-use.ts'
export { createImportWorker, type ImportWorker } from './modules/reconcile/bill-import/worker.ts'
export { createMatchWorker, type MatchWorker } from './modules/reconcile/flow/worker.ts'
export { createPeriodWorker, type PeriodWorker } from './modules/reconcile/period/worker.ts'
export { createLineStore } from './modules/reconcile/supply-chain/push/line-store.ts'
export { createExportWorker, type ExportWorker } from './modules/strategy/export-job/worker.ts'
