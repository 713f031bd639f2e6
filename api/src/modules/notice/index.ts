export type { Mail, MailOutcome, MailSender } from './mail-sender.ts'
export { createNoticeRoutes } from './routes.ts'
export { escapeHtml, writePage } from './write-mail.ts'
