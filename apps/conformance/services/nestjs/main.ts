/** Serves plants with NestJS: a guard with @nestjs/jwt, and a validated query. */
import 'reflect-metadata'
import { readFileSync } from 'node:fs'
import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  Get,
  HttpException,
  Injectable,
  Module,
  Query,
  Req,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { JwtModule, JwtService } from '@nestjs/jwt'
import { Type } from 'class-transformer'
import { IsInt, IsOptional, Min } from 'class-validator'
import type { Request, Response } from 'express'

const [file = '', port] = process.argv.slice(2)
const { secret, users } = JSON.parse(readFileSync(file, 'utf8'))
const plantsOf = new Map<string, object[]>(users.map(({ name, plants }) => [name, plants]))

@Injectable()
class AuthGuard implements CanActivate {
  constructor(private readonly jwt: JwtService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest()
    const [type, token] = request.headers.authorization?.split(' ') ?? []
    if (type !== 'Bearer') throw new UnauthorizedException()
    try {
      const { sub } = await this.jwt.verifyAsync(token, { algorithms: ['HS256'] })
      request.plants = plantsOf.get(sub)
    } catch {
      throw new UnauthorizedException()
    }
    if (request.plants === undefined) throw new UnauthorizedException()
    return true
  }
}

class ListQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  limit?: number
}

@Controller('plants')
class PlantsController {
  @UseGuards(AuthGuard)
  @Get()
  list(@Req() request: Request & { plants: object[] }, @Query() { limit }: ListQuery): object[] {
    return request.plants.slice(0, limit)
  }
}

@Catch(HttpException)
class ErrorFilter implements ExceptionFilter {
  catch(exception: HttpException, host: ArgumentsHost): void {
    const error = exception.getStatus()
    host.switchToHttp().getResponse<Response>().status(error).json({ error, message: exception.message })
  }
}

@Module({ imports: [JwtModule.register({ secret })], controllers: [PlantsController] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false })
app.useGlobalPipes(new ValidationPipe({ transform: true }))
app.useGlobalFilters(new ErrorFilter())
await app.listen(Number(port), '127.0.0.1')
process.stdout.write(`NestJS listens on ${await app.getUrl()}\n`)
