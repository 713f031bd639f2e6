import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './follow-text.zh.ts'

export const pt: Like<typeof zh> = {
  title: 'Acompanhamento de alterações',
  follow: 'Acompanhar alterações',
  followHint: {
    changes:
      'Lê uma vez o que existe e depois permanece gravando registros novos, alterados e excluídos assim que chegam. Não é preciso campo de incremento nem agenda.',
    queue: 'Permanece recebendo as mensagens assim que chegam. Não é preciso agenda.',
  },
  cannot: 'Esta origem só pode ser lida, não acompanhada. Desligue o acompanhamento e escolha uma agenda.',
  needs:
    'PostgreSQL: wal_level é logical e o usuário pode replicar e é dono da tabela; uma publicação e um slot de replicação são criados para esta estratégia. MySQL e MariaDB: o log binário está ativo com binlog_format ROW e o usuário tem replication slave, replication client e process. A lista de verificação examina cada ponto e diz o que fazer.',
  maxBytes: 'A origem guarda no máximo (MB)',
  maxBytesHint: 'Há um aviso aos 80 %. Antes que o log encha o disco da origem, acontece o seguinte:',
  whenFull: 'No limite',
  drop: 'Abrir mão da posição e proteger a origem (depois tudo é lido novamente)',
  keep: 'Mantê-la e apenas avisar',
  phases: { snapshot: 'Lendo o que existe', stream: 'Acompanhando' },
  waiting: 'Não iniciado',
  lost: 'Precisa ser lido novamente',
  lostText:
    'A posição no fluxo de alterações foi perdida, por isso tudo precisa ser lido novamente. Registros excluídos na origem nesse meio-tempo permanecem no destino.',
  readAnew: 'Ler tudo novamente',
  readAnewConfirm: 'Tudo é lido desde o início e depois as alterações voltam a ser acompanhadas.',
  started: 'Lendo tudo novamente',
  progress: 'Progresso',
  of: (done: string, total: string | null) => (total === null ? `${done} registros` : `${done} de cerca de ${total}`),
  position: 'Posição',
  behind: 'Atraso',
  upToDate: 'Em dia',
  seconds: (seconds: string) => `${seconds} s`,
  records: (records: string) => `${records} registros`,
  kept: 'Guardado pela origem',
  keptOf: (bytes: string, most: string) => `${bytes} (no máximo ${most})`,
  asked: 'Medido',
  leftOver: 'Posições que sobraram',
  leftOverText:
    'A estratégia não existe mais ou tem outra origem. Elas são removidas na origem assim que ela puder ser acessada.',
  noConnector: 'O conector não existe mais: remova-a manualmente na origem',
  badge: 'acompanha',
}
