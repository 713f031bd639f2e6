import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const pt: Like<typeof zh> = {
  label: 'Cota',
  intro:
    'O que o locatário pode usar e usa. O operador define os limites; no limite as execuções esperam e nada se perde.',
  runs: 'Execuções simultâneas',
  runsHint: 'No limite, novas execuções esperam.',
  strategies: 'Estratégias',
  strategiesHint: 'No limite não é possível criar outras.',
  connectors: 'Conectores',
  connectorsHint: 'No limite não é possível criar outros.',
  rhythm: 'Menor intervalo',
  rhythmHint:
    'Nenhuma estratégia inicia se for executar com mais frequência; as configurações ficam e são verificadas ao iniciar.',
  minutes: (count: string) => `${count} minutos`,
  follow: 'Acompanhar a origem (CDC)',
  script: 'Scripts',
  ruleHint: 'Quando não incluído, uma estratégia que o tem não inicia.',
  allowed: 'Incluído',
  leftOut: 'Não incluído',
  records: 'Registros novos ou alterados neste mês',
  recordsHint: time => `No limite as execuções esperam; a contagem recomeça em ${time}.`,
  storage: 'Armazenamento',
  storageHint: time => `Medido em ${time}. No limite as execuções esperam.`,
  storageUnknown: 'Medido somente quando há limite.',
  weight: 'Peso',
  weightHint: 'Quando locatários competem, as partes seguem os pesos.',
  noLimit: 'sem limite',
  near: 'Mais de 80 % usado',
  full: 'No limite',
  well: 'Normal',
  unmeasured: 'Ainda não medido',
  columns: {
    what: 'Recurso',
    used: 'Usado',
    limit: 'Limite',
    share: 'Parcela',
    state: 'Situação',
    reason: 'O que significa',
  },
}
