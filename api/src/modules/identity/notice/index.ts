export type { Mail, MailOutcome, MailSender } from './mail-sender.ts'
export { createNoticeRoutes } from './routes.ts'
export { escapeHtml, writeCodeMail, writeMovedMail, writePage } from './write-mail.ts'
