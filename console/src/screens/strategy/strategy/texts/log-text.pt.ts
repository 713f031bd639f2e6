import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './log-text.zh.ts'

export const pt: Like<typeof zh> = {
  label: 'Log',
  keyword: 'Buscar nas linhas',
  level: 'Nível',
  levels: { record: 'Registro', notice: 'Aviso', success: 'Sucesso', error: 'Erro', fatal: 'Grave' },
  run: 'Só uma execução',
  since: 'Do dia',
  until: 'Até o dia',
  tail: 'Acompanhar',
  live: 'Acompanhando linhas novas',
  reconnecting: 'Conectando de novo',
  stopped: 'Sem acompanhar',
  download: 'Baixar',
  downloaded: 'Log baixado',
  empty: 'Ainda não há linhas',
  emptyText: 'Quando a estratégia for executada, leituras, gravações e erros são anotados aqui.',
  none: 'Nenhuma linha corresponde',
  older: 'Linhas anteriores',
  end: 'Não há anteriores',
  looking: 'As últimas 20.000 linhas foram examinadas; é possível seguir para as anteriores.',
  ofRun: 'Registros desta execução',
}
