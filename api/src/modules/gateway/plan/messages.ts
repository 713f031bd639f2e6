import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.gatewayPlan': {
    zh: '套餐不存在',
    en: 'There is no such plan.',
    pt: 'Este plano não existe.',
  },
  'conflict.gatewayPlanTaken': {
    zh: '套餐正被 {value} 个应用使用，请先为这些应用换一个套餐',
    en: 'Applications that take this plan: {value}. Give them another plan first.',
    pt: 'Aplicativos que usam este plano: {value}. Dê a eles outro plano antes.',
  },
} as const satisfies Messages
