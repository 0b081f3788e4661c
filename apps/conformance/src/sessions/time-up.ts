/** Nothing more is sent: the time of the budget is over. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp'
}
