import { Param, type ParamInput } from '@sluice/contract'

/** A day that people write down, because the far system does not tell it: they are warned before. */
export const expiryParam = Param.parse({
  field: 'expires_at',
  label: { zh: '凭证到期日', en: 'Credential ends on' },
  type: 'text',
  group: 'advanced',
  placeholder: '2027-12-31',
  pattern: String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`,
  describe: {
    zh: '密码、密钥或令牌的到期日（年-月-日）；到期前 7 天提醒。留空不提醒。',
    en: 'Day on which the password, key or token ends (year-month-day); you are told 7 days before. Empty: never.',
  },
} satisfies ParamInput)
