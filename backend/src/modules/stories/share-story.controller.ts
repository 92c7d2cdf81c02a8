import { isPersonName, isPlainLine, NAME_MAX_LENGTH } from '@subscription-site/shared/names';
import { PLAIN_TEXT } from '@subscription-site/shared/plain-text';
import type { ShareStoryRequest, ShareStoryResponse } from '@subscription-site/shared/contracts';
import { Body, Controller, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { Equals, IsInt, IsOptional, IsString, Length, Matches, Max, MaxLength, Min } from 'class-validator';
import { CAPTCHA_TOKEN, SupportsIdempotencyKey, ApiErrors } from '../../platform/http/documentation.js';
import { Idempotency } from '../../platform/http/idempotency.js';
import { OneLine } from '../../platform/http/one-line.js';
import { PublicRoute } from '../../platform/security/access.js';
import { LimitPerIp } from '../../platform/security/rate-limit.guard.js';
import { IsEmailAddress, Trimmed, TypedEmail } from '../../platform/http/request-fields.js';
import { ShareStory } from './share-story.js';
import { MAX_EMAIL_LENGTH, MAX_PICTURES, MAX_STORY_LENGTH, MIN_STORY_LENGTH } from './story-rules.js';

const NAME = { minLength: 1, maxLength: NAME_MAX_LENGTH, description: 'A single line without links or `@`.' };

class ShareStoryBody implements ShareStoryRequest {
  @ApiProperty({ ...NAME, example: 'Ada Lovelace' })
  @Trimmed()
  @OneLine(isPersonName)
  @Length(1, NAME_MAX_LENGTH)
  @IsString()
  name: string;

  @ApiProperty({ ...NAME, example: 'Analytical Engines' })
  @Trimmed()
  @OneLine(isPlainLine)
  @Length(1, NAME_MAX_LENGTH)
  @IsString()
  company: string;

  @ApiProperty({ format: 'email', example: 'ada@example.com', maxLength: MAX_EMAIL_LENGTH })
  @TypedEmail()
  @IsEmailAddress()
  @MaxLength(MAX_EMAIL_LENGTH)
  @IsString()
  email: string;

  @ApiProperty({
    example: 'We found four subscriptions that no one used.',
    minLength: MIN_STORY_LENGTH,
    maxLength: MAX_STORY_LENGTH,
    description: 'Line breaks are kept.',
  })
  @Trimmed()
  @Matches(PLAIN_TEXT, {
    message: 'story must not contain control characters, or characters that change the text direction',
  })
  @Length(MIN_STORY_LENGTH, MAX_STORY_LENGTH)
  @IsString()
  story: string;

  @ApiProperty({ enum: [true], description: 'Consent to publish the story.' })
  @Equals(true, { message: 'consent is required to store and publish the story' })
  consent: boolean;

  @ApiPropertyOptional({
    type: 'integer',
    example: 2,
    minimum: 0,
    maximum: MAX_PICTURES,
    description: 'How many pictures will be uploaded afterward.',
  })
  @IsOptional()
  @Max(MAX_PICTURES)
  @Min(0)
  @IsInt()
  pictures?: number;

  @ApiPropertyOptional(CAPTCHA_TOKEN)
  @IsOptional()
  @IsString()
  @MaxLength(5000)
  captchaToken?: string;
}

class ShareStoryResponseDto implements ShareStoryResponse {
  @ApiProperty({ enum: ['received'] })
  status: 'received';
  @ApiProperty({
    example: [
      '/api/storage/v1/object/upload/sign/story-pictures/0197a0c1-6f3e-7b52-9d0e-2f6f1f1f7a11/1?token=…',
    ],
    description:
      'One path for each picture: `PUT` it as JPEG, PNG or WebP, up to 5 MB, before the token expires.',
  })
  pictureUploads: string[];
}

@ApiTags('functions')
@PublicRoute()
@Controller('functions/v1')
export class ShareStoryController {
  constructor(private readonly shareStory: ShareStory) {}

  @Post('share-story')
  @HttpCode(202)
  @UseInterceptors(Idempotency)
  @SupportsIdempotencyKey()
  @LimitPerIp({ name: 'share-story', points: 10, seconds: 3600 })
  @ApiOperation({ summary: 'Submit a customer story, with consent to publish it' })
  @ApiAcceptedResponse({ type: ShareStoryResponseDto })
  @ApiErrors({
    400: ['bad_json', 'captcha_failed'],
    409: ['idempotency_in_progress'],
    422: ['validation_failed', 'idempotency_key_reused'],
  })
  async share(@Body() body: ShareStoryBody): Promise<ShareStoryResponseDto> {
    const { name, company, email, story, pictures = 0, captchaToken } = body;
    const input = { name, company, email, story, pictures };
    return { status: 'received', pictureUploads: await this.shareStory.share(input, captchaToken) };
  }
}
