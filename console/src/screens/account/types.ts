export type { AccessToken, Activity, Center } from '@sluice/api/modules/account/contract.ts'
export type { Notice, NoticePreference } from '@sluice/api/modules/notice/contract.ts'
