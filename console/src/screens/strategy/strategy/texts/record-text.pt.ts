import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './record-text.zh.ts'

export const pt: Like<typeof zh> = {
  error: target => `Não gravado em “${target}”`,
  retrying: target => `Ainda não gravado em “${target}”`,
  reason: reason => `: ${reason}`,
  retryAt: time => `Será tentado de novo automaticamente em ${time}.`,
  unknown: target => `Enviado a “${target}”, mas sem resposta: não se sabe se foi gravado`,
  unknownAdvice:
    'Verifique no destino: confirme se já estiver lá; se não, processe de novo. Nada é reenviado automaticamente.',
  written: target => `Gravado em “${target}”`,
  writtenAs: (target, key) => `Gravado em “${target}” como ${key}`,
  writtenAdvice: 'Nada a fazer. Quando a origem mudar, o destino será atualizado automaticamente.',
  waiting: target => `Lido, aguardando gravação em “${target}”`,
  waitingAdvice: 'Nada a fazer: será gravado nesta execução ou na próxima.',
  duplicate: 'O mesmo conteúdo já foi gravado; não foi gravado de novo',
  ignored: 'Ignorado: não gravado no destino',
  ignoredAdvice: 'Processe de novo para gravá-lo mesmo assim.',
  cancelled: 'Cancelado: não gravado no destino',
  deleted: 'Excluído na origem e resolvido no destino',
  noAdvice: 'Nada a fazer.',
  noOriginal: 'O original foi removido ao fim da retenção.',
  notSent: 'Nada foi enviado, então o destino não respondeu.',
  details: 'Detalhes técnicos',
  code: 'Código do erro',
}
