# Serves plants with Sinatra on Puma.
require 'json'
require 'sinatra/base'

file, port = ARGV
PLANTS_OF = JSON.parse(File.read(file))['users'].to_h { |user| [user['token'], user['plants']] }

class Plants < Sinatra::Base
  set :show_exceptions, false
  set :server_settings, Threads: '0:64'

  helpers do
    def authenticate!
      scheme, token = request.env['HTTP_AUTHORIZATION']&.split
      return PLANTS_OF[token] if scheme&.casecmp?('Bearer') && PLANTS_OF.key?(token)

      headers 'WWW-Authenticate' => 'Bearer'
      failure 401, 'a bearer token is needed'
    end

    def failure(status, message)
      halt status, { error: status, message: message }.to_json
    end
  end

  before { content_type :json }

  get '/plants' do
    plants = authenticate!
    limit = Integer(params.fetch('limit', plants.size))
    failure 400, 'limit is below 0' if limit.negative?
    plants.first(limit).to_json
  end

  error(ArgumentError, TypeError) { failure 400, 'limit is not a whole number' }

  not_found { failure 404, 'not found' }
end

Plants.run!(bind: '127.0.0.1', port: Integer(port), server: 'puma')
