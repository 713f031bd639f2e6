export type { AccessToken, Activity, Center } from '@sluice/api/modules/identity/account/contract.ts'
export type { Notice, NoticePreference } from '@sluice/api/modules/identity/notice/contract.ts'
