import type { RefundPreview } from '@subscription-site/shared/contracts';
import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { nullable } from '../account/account-subscription-documents.js';

class RefundCardResponse {
  @ApiProperty({ example: 'visa' }) brand: string;
  @ApiProperty({ example: '4242' }) last4: string;
}

@ApiExtraModels(RefundCardResponse)
export class RefundPreviewResponse implements RefundPreview {
  @ApiProperty({ type: 'integer' }) amountCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty(nullable(RefundCardResponse)) card: RefundCardResponse | null;
}
