import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  '{kind} is not a way to authenticate': '{kind} 不是可用的认证方式',
  '{field} is required': '{field} 必填',
}
