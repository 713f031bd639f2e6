import type { Like } from '../lib/i18n.ts'
import type { zh } from './error-text.zh.ts'

export const pt: Like<typeof zh> = {
  number: 'Número',
  others: count => `de ${count}`,
  reason: 'Motivo',
  system: 'Sistema',
  since: 'Desde',
  owner: 'Responsável',
  repair: 'Correção',
  nobody: 'Ninguém',
  repairs: {
    map: 'Completar o mapa de valores',
    mapping: 'Editar o mapeamento',
    data: 'Corrigir o campo',
    connector: 'Testar o conector',
    target: 'Verificar o destino',
    wait: 'Aguardar nova tentativa',
    look: 'Conferir no destino',
  },
}
