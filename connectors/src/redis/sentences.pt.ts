import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'Redis refused the user name or the password.': 'O Redis recusou o nome de usuário ou a senha.',
  'Check both; leave the user name empty where Redis knows a password only.':
    'Verifique ambos; deixe o nome de usuário vazio quando o Redis só conhece uma senha.',
  'Redis is starting up or busy with a script.': 'O Redis está iniciando ou ocupado com um script.',
  'Try again in a moment.': 'Tente novamente em instantes.',
  'The user lacks the right to use this command or key.':
    'O usuário não tem permissão para usar este comando ou chave.',
  'Give it the stream commands (source) or write commands (target) on the key with ACL SETUSER.':
    'Dê-lhe os comandos de stream (origem) ou de gravação (destino) na chave com ACL SETUSER.',
  'This Redis is a read-only replica.': 'Este Redis é uma réplica somente leitura.',
  'Write to the primary server.': 'Grave no servidor primário.',
  'Redis has no memory left for writing.': 'O Redis não tem mais memória para gravar.',
  'Raise maxmemory or free keys; writing goes on by itself.':
    'Aumente maxmemory ou libere chaves; a gravação continua sozinha.',
  'The key holds another kind of value.': 'A chave guarda outro tipo de valor.',
  'Choose another key.': 'Escolha outra chave.',
  'The key lies on another node of a Redis cluster.': 'A chave está em outro nó de um cluster Redis.',
  'Clusters are not supported; connect to a single Redis or a proxy before the cluster.':
    'Clusters não são suportados; conecte a um Redis único ou a um proxy na frente do cluster.',
  'The stream or its consumer group has vanished.': 'O stream ou seu grupo de consumidores desapareceu.',
  'Run the strategy again; the group is made anew.': 'Execute a estratégia novamente; o grupo é criado de novo.',
  'Redis refused the command: {reason}.': 'O Redis recusou o comando: {reason}.',
  'This Redis has no password, and one was given.': 'Este Redis não tem senha e uma foi informada.',
  'Leave the password empty, or set one at the server.': 'Deixe a senha vazia ou defina uma no servidor.',
  'Redis has no database of this number.': 'O Redis não tem banco de dados com este número.',
  'Choose a smaller number; Redis usually has 16, from 0 to 15.':
    'Escolha um número menor; o Redis geralmente tem 16, de 0 a 15.',
  'The connection to Redis broke.': 'A conexão com o Redis caiu.',
  'It is made again by itself; if this stays, look at the log of the server.':
    'Ela é refeita sozinha; se persistir, consulte o log do servidor.',
  'Whatever listens on this port gives no answer to Redis.': 'O que escuta nesta porta não responde ao Redis.',
  'The port does not speak the protocol of Redis.': 'A porta não fala o protocolo do Redis.',
  'Check the port; Redis usually listens on 6379, and encrypted on 6380.':
    'Verifique a porta; o Redis geralmente escuta na 6379 e, com criptografia, na 6380.',
  'There is no stream {key}.': 'Não existe o stream {key}.',
  'Check the name and the number of the database; a stream is made by its first message.':
    'Verifique o nome e o número do banco de dados; um stream é criado pela primeira mensagem.',
  'The key was gone already.': 'A chave já não existia.',
  'The key field "{field}" has no value.': 'O campo-chave "{field}" não tem valor.',
  'Map a field to it.': 'Mapeie um campo para ela.',
  'Writing to {resource} needs key fields.': 'A gravação em {resource} precisa de campos-chave.',
  'Choose the fields that identify a record; they become the end of the key in Redis.':
    'Escolha os campos que identificam um registro; eles formam o fim da chave no Redis.',
  Redis: 'Redis',
  'Reads streams by consumer group and acknowledges once stored; writes streams, and hashes and values by key.':
    'Lê streams por grupo de consumidores e confirma depois de armazenar; grava streams, e hashes e valores pela chave.',
  'Database number': 'Número do banco de dados',
  'Usually 0.': 'Geralmente 0.',
  'Consumer group': 'Grupo de consumidores',
  'Made when it is missing. One group handles each message once; two strategies that both want all need two groups.':
    'Criado quando não existe. Um grupo trata cada mensagem uma vez; duas estratégias que queiram todas precisam de dois grupos.',
  'Where a new group begins': 'Onde um novo grupo começa',
  'The first message': 'A primeira mensagem',
  'Messages from now on': 'Mensagens a partir de agora',
  'Field with the message': 'Campo com a mensagem',
  'Its content is read in the format of the message; an entry without it is a record of its fields as text.':
    'Seu conteúdo é lido no formato da mensagem; uma entrada sem ele é um registro de seus campos como texto.',
  'Longest length of a stream': 'Tamanho máximo de um stream',
  'About; beyond it Redis drops the oldest entries. Empty: no limit.':
    'Aproximado; além dele o Redis descarta as entradas mais antigas. Vazio: sem limite.',
  'The consumer group {group} was gone, and with it what it had not acknowledged. Reading goes on behind the last message that landed; what the stream had lost by then nobody can know.':
    'O grupo de consumo {group} não existia mais, e com ele o que não tinha confirmado. A leitura segue depois da última mensagem gravada; o que o stream perdeu até então ninguém pode saber.',
  'The stream {key} removed messages before they were read.': 'O stream {key} removeu mensagens antes de serem lidas.',
  'The stream {key} removed {count} messages before they were read.':
    'O stream {key} removeu {count} mensagens antes de serem lidas.',
  'The message has the field "{field}" twice, and one of the values would be lost.':
    'A mensagem tem o campo "{field}" duas vezes, e um dos valores seria perdido.',
  'Ask the sender for an entry of its own for each message.':
    'Peça ao remetente uma entrada própria para cada mensagem.',
  'The stream removed this message after it was given out and before it was acknowledged.':
    'O stream removeu esta mensagem depois de entregue e antes de confirmada.',
}
