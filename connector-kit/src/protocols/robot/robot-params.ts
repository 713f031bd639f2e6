import type { Param, ParamInput } from '@sluice/contract'

type Words = NonNullable<Param['describe']>

/** Where the service is; another place only for installations of one's own. */
export const robotAddressParam = (address: string): ParamInput => ({
  field: 'base_url',
  label: { zh: '服务地址', en: 'Address of the service' },
  type: 'text',
  is_required: true,
  default: address,
  pattern: '^https?://[^/\\s?#@]+$',
  group: 'advanced',
  describe: { zh: '仅在使用专属部署时修改。', en: 'Changed only for an installation of your own.' },
})

/** Sealed text that the robot shows when it is made. */
export const robotSecretParam = (field: string, label: Words, describe: Words, isRequired: boolean): ParamInput => ({
  field,
  label,
  type: 'password',
  encryption: true,
  is_required: isRequired,
  describe,
})

/** How many messages leave before the service would say no. */
export const robotPaceParam = (perMinute: number): ParamInput => ({
  field: 'per_minute',
  label: { zh: '每分钟消息数', en: 'Messages a minute' },
  type: 'number',
  default: perMinute,
  min: 1,
  max: 1000,
  group: 'advanced',
  describe: {
    zh: '超出后其余消息稍后发送；不要高于服务的限额。',
    en: 'The rest is sent later; not more than the service allows.',
  },
})
